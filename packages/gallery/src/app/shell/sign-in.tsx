import type { JSX } from 'preact'
import { facts } from '../session/facts.ts'
import { session } from '../session/session.ts'
import { Icon } from '../widgets/icon.tsx'
import { t } from '../words/words.ts'
import { Mark } from './mark.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The page for people who are not signed in. */
export function SignIn(): JSX.Element {
  const { title, signInUrl } = facts
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <Mark size={40} />
        <h1>{t('shell.signInTo', { title })}</h1>
        {signInUrl !== null && (
          <>
            <a class="button button-primary" href={signInUrl}>
              <Icon name="external" size={18} />
              <span>{t('shell.signInThere', { title })}</span>
            </a>
            <p class="sign-in-or">{t('shell.orByKey')}</p>
          </>
        )}
        <SignInForm />
        {signInUrl === null && <Hint />}
      </div>
    </main>
  )
}

/** Where to get in. */
function Hint(): JSX.Element {
  if (session.value.hasOwnLogin) return <p class="quiet sign-in-hint">{t('shell.loginHint')}</p>
  return (
    <p class="quiet sign-in-hint">
      {t('shell.keyHint')}
      <code>npx @stowage/cli keys create website</code>
    </p>
  )
}
