import { useSignal } from '@preact/signals'
import { isApiClientError } from '@stowage/client'
import type { JSX } from 'preact'
import { reasonFor } from '../session/reason.ts'
import { session, signIn } from '../session/session.ts'
import { Button } from '../widgets/button.tsx'
import { TextInput } from '../widgets/text-input.tsx'
import { t } from '../words/words.ts'

/** Signs in with a key. */
export function SignInForm(): JSX.Element {
  const key = useSignal('')
  const remember = useSignal(true)
  const problem = useSignal<string | null>(session.peek().problem ?? null)
  const waiting = useSignal(false)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    problem.value = null
    waiting.value = true
    try {
      const isKnown = await signIn(key.value.trim(), { remember: remember.value })
      if (!isKnown) problem.value = t(refusalWord())
    } catch (error) {
      if (!isApiClientError(error)) throw error
      const isOffline = error.code === 'network_failed'
      problem.value = isOffline ? t('shell.unreachable') : reasonFor(error)
    } finally {
      waiting.value = false
    }
  }
  return (
    <form class="sign-in-form" onSubmit={submit}>
      <label>
        <span>{t('shell.key')}</span>
        <TextInput
          field="sign-in-key"
          type="password"
          name="key"
          autocomplete="current-password"
          spellcheck={false}
          placeholder="stw_…"
          required
          value={key.value}
          aria-invalid={problem.value !== null}
          aria-describedby="sign-in-problem"
          onType={(text) => {
            key.value = text
          }}
        />
      </label>
      <p class="problem" id="sign-in-problem" role="alert">
        {problem}
      </p>
      <label class="sign-in-remember">
        <input
          type="checkbox"
          checked={remember.value}
          onChange={({ currentTarget }) => {
            remember.value = currentTarget.checked
          }}
        />
        {t('shell.rememberKey')}
      </label>
      <Button kind="primary" type="submit" disabled={waiting.value}>
        {t('shell.signIn')}
      </Button>
    </form>
  )
}

/** Why a key is refused: an app with a login of its own may accept no key at all. */
function refusalWord(): 'shell.keyNotAccepted' | 'shell.keyUnknown' {
  return session.peek().hasOwnLogin ? 'shell.keyNotAccepted' : 'shell.keyUnknown'
}
