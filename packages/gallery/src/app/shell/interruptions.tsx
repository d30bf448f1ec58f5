import type { JSX } from 'preact'
import { facts } from '../session/facts.ts'
import { Button } from '../widgets/button.tsx'
import { Dialog } from '../widgets/dialog.tsx'
import { Icon } from '../widgets/icon.tsx'
import { t } from '../words/words.ts'
import { SignInForm } from './sign-in-form.tsx'

/**
 * Says that the service is unreachable, and that the page tries again by itself. `isWhole`: there is nothing else to
 * show.
 */
export function ConnectionLost({ isWhole = false }: { isWhole?: boolean }): JSX.Element {
  if (!isWhole) {
    return (
      <p class="banner" role="status">
        <Icon name="offline" size={18} />
        {t('shell.connectionLost')}
      </p>
    )
  }
  return (
    <main class="drawing drawing-whole">
      <Icon name="offline" size={48} />
      <h1>{t('shell.unreachable')}</h1>
      <p role="status">{t('shell.connectionLost')}</p>
    </main>
  )
}

/** Asks the person to sign in again, on top of the page as it is, so that what was typed stays. */
export function Expired(): JSX.Element {
  const { signInUrl } = facts
  return (
    <Dialog
      name="expired"
      role="alertdialog"
      title={t('shell.expired')}
      text={t('shell.expiredText')}
    >
      {signInUrl !== null && (
        // In a tab of its own, so that nothing here is lost.
        <a class="button button-plain" href={signInUrl} target="_blank" rel="noreferrer">
          {t('shell.signInThere', { title: facts.title })}
        </a>
      )}
      <SignInForm />
      {signInUrl !== null && <Button onClick={() => location.reload()}>{t('shell.reload')}</Button>}
    </Dialog>
  )
}
