import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';

/** A tooltip for mouse, key and touch: hover, focus or tap opens it, Escape or leaving closes it. */
export function Tip({ label, text, testId }: { label: string; text: string; testId: string }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setOpen(false);
  };
  return (
    <span class="tip" onMouseEnter={() => setOpen(true)} onMouseLeave={() => setOpen(false)}>
      <button
        type="button"
        class="tip-button"
        data-testid={`${testId}-button`}
        aria-describedby={id}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        onKeyDown={closeOnEscape}
      >
        {label}
      </button>
      <span class="tip-text" role="tooltip" id={id} data-testid={testId} hidden={!isOpen}>
        {text}
      </span>
    </span>
  );
}
