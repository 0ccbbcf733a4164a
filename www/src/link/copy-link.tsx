import { CopyButton } from '../ui/copy-button';
import { linkHere, writeAddress } from './address';

/** Copies a link to what is shown, with its settings. */
export function CopyLink({ label = 'Copy link' }: { label?: string }) {
  return (
    <CopyButton
      framed
      label={label}
      refused="Copy it from the address bar"
      hint="A link to this view with its settings and the sample. Your files and the results are not in it."
      text={() => {
        // Where the clipboard is out of reach, the address bar has the link.
        writeAddress();
        return linkHere();
      }}
    />
  );
}
