import { useEffect, useRef, useState } from 'preact/hooks';

/** An answer that may still be on its way. The former one stays until the next is there. */
export interface Model<T> {
  value?: T;
  problem?: string;
  busy: boolean;
}

/**
 * Asks anew whenever `key` changes; late answers to former questions are dropped.
 * While `key` is undefined nothing is asked.
 */
export function useModel<T>(key: string | undefined, question: () => Promise<T>): Model<T> {
  const [model, setModel] = useState<Model<T>>({ busy: key !== undefined });
  const asked = useRef(0);
  useEffect(() => {
    const turn = ++asked.current;
    if (key === undefined) {
      setModel({ busy: false });
      return;
    }
    setModel(({ value }) => ({ value, busy: true }));
    question().then(
      (value) => turn === asked.current && setModel({ value, busy: false }),
      (error: unknown) =>
        turn === asked.current &&
        setModel({ problem: error instanceof Error ? error.message : String(error), busy: false }),
    );
  }, [key]);
  return model;
}
