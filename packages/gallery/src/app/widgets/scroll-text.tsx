import type { JSX } from 'preact'

/** A text that scrolls in a box of its own, by keyboard as well. */
export function ScrollText({ label, text }: { label: string; text: string }): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section class="scroll-text" aria-label={label} tabIndex={0}>
      <pre>{text}</pre>
    </section>
  )
}
