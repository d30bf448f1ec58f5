import type { JSX } from 'preact'

/** The logo of Stowage: stowed boxes. */
export function Mark({ size }: { size: number }): JSX.Element {
  return (
    <svg class="mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect x="2" y="2" width="20" height="20" rx="5.5" />
      <path d="M6.2 6.4h7v5.2h-7z M15 6.4h2.8v5.2H15z M6.2 13.4h3.4v4.2H6.2z M11.4 13.4h6.4v4.2h-6.4z" />
    </svg>
  )
}
