import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { client } from '../../session/session.ts'
import { reasonOf } from '../../toasts/explain.ts'
import { Button } from '../../widgets/button.tsx'
import { exactTime } from '../../words/time.tsx'
import { t } from '../../words/words.ts'
import { copy } from './copy.tsx'
import { CopyField } from './copy-field.tsx'

const LIFETIMES = [
  { seconds: 3600, label: 'details.lifetimeHour' },
  { seconds: 86_400, label: 'details.lifetimeDay' },
  { seconds: 604_800, label: 'details.lifetimeWeek' },
] as const

/** A link that opens without signing in, for as long as the person says. */
export function SignedLink({ id }: { id: string }): JSX.Element {
  const field = useId()
  const seconds = useSignal<number>(86_400)
  const link = useSignal<{ url: string; until: string } | null>(null)
  const problem = useSignal<string | null>(null)
  const make = async (): Promise<void> => {
    try {
      const { meta } = await client().get(id, { sign: seconds.value })
      if (meta?.signed === undefined) return
      const { url, expires_at } = meta.signed
      link.value = { url, until: exactTime(new Date(expires_at)) }
      problem.value = null
      await copy(url)
    } catch (error) {
      problem.value = reasonOf(error)
    }
  }
  return (
    <div class="signed-link">
      <label class="field-label" for={field}>
        {t('details.signedLink')}
      </label>
      <div class="copy-row">
        <select
          id={field}
          class="field"
          value={seconds.value}
          onChange={({ currentTarget }) => {
            seconds.value = Number(currentTarget.value)
            link.value = null
          }}
        >
          {LIFETIMES.map((lifetime) => (
            <option key={lifetime.seconds} value={lifetime.seconds}>
              {t(lifetime.label)}
            </option>
          ))}
        </select>
        <Button icon="link" onClick={() => void make()}>
          {t('details.makeLink')}
        </Button>
      </div>
      {link.value !== null && (
        <CopyField
          label={t('details.linkUntil', { time: link.value.until })}
          text={link.value.url}
          copyLabel={t('details.copyLink')}
        />
      )}
      <p class="problem" role="alert">
        {problem}
      </p>
    </div>
  )
}
