import type { JSX } from 'preact'

/** From this share on a quota is nearly used up. */
const NEARLY = 0.9

/** How much of a quota is used. The trash counts too. */
export function QuotaBar({
  used,
  most,
  text,
}: {
  used: number
  most: number
  text: string
}): JSX.Element {
  const isNear = used >= most * NEARLY
  return (
    <div class="quota">
      <meter
        class={isNear ? 'meter meter-near' : 'meter'}
        min={0}
        max={Math.max(1, most)}
        value={used}
        aria-label={text}
      />
      <p class={isNear ? 'quota-near' : 'quiet'}>{text}</p>
    </div>
  )
}
