import { useEffect } from 'preact/hooks';

/**
 * Brings the row that is selected elsewhere into view within its table, without moving the page.
 * `first` is the key of the first row: the row may come only with the page that it is on.
 */
export function useFollow(
  body: { current: HTMLTableSectionElement | null },
  key: string | undefined,
  first?: string,
): void {
  useEffect(() => {
    const scroller = body.current?.closest('.table-scroll');
    if (!key || !scroller || scroller.matches(':hover') || scroller.contains(document.activeElement)) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    if (!row) return;
    const head = scroller.querySelector('thead')?.offsetHeight ?? 0;
    const top = row.offsetTop - head;
    const bottom = row.offsetTop + row.offsetHeight;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (bottom > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = bottom - scroller.clientHeight;
  }, [key, first]);
}
