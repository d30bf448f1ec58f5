import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { may, session } from '../session/session.ts'
import { Button } from '../widgets/button.tsx'
import { openDialog } from '../widgets/dialogs.tsx'
import { Icon } from '../widgets/icon.tsx'
import { t } from '../words/words.ts'
import { KeyRow } from './key-row.tsx'
import { keys, keysProblem, readKeys, stateOf } from './keys.ts'
import { NewKey } from './new-key.tsx'
import './keys.css'

/** The keys of the API, for those who may manage them. */
export function KeysView(): JSX.Element {
  const { status } = session.value
  useEffect(() => {
    if (status === 'ready' && may('manage')) void readKeys()
  }, [status])
  const make = (): void => void openDialog(({ close }) => <NewKey onClose={close} />)
  return (
    <section class="view keys" aria-labelledby="keys-title">
      <header class="view-header">
        <h1 id="keys-title">{t('keys.title')}</h1>
        {may('manage') && (
          <Button kind="primary" icon="plus" onClick={make}>
            {t('keys.new')}
          </Button>
        )}
      </header>
      <p class="quiet">{t('keys.about')}</p>
      {may('manage') ? <KeyList /> : <p class="notice">{t('keys.forbidden')}</p>}
    </section>
  )
}

function KeyList(): JSX.Element {
  const showsEnded = useSignal(false)
  const problem = keysProblem.value
  const all = keys.value
  if (problem !== null) {
    return (
      <div class="notice notice-bad" role="alert">
        <p>{problem}</p>
        <Button onClick={() => void readKeys()}>{t('common.retry')}</Button>
      </div>
    )
  }
  if (all === null) return <div class="card card-waiting" aria-busy="true" />
  const ended = all.filter((key) => stateOf(key) !== 'active')
  const shown = showsEnded.value ? all : all.filter((key) => stateOf(key) === 'active')
  return (
    <>
      {shown.length === 0 ? (
        <div class="view-empty">
          <Icon name="key" size={40} />
          <p>{t('keys.none')}</p>
        </div>
      ) : (
        <table class="data-table">
          <thead>
            <tr>
              <th scope="col">{t('keys.name')}</th>
              <th scope="col">{t('keys.permissions')}</th>
              <th scope="col">{t('keys.lastUsed')}</th>
              <th scope="col">{t('keys.expires')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {shown.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </tbody>
        </table>
      )}
      {ended.length > 0 && (
        <label class="check">
          <input
            type="checkbox"
            checked={showsEnded.value}
            onChange={() => (showsEnded.value = !showsEnded.value)}
          />
          {t('keys.showEnded', { count: ended.length })}
        </label>
      )}
    </>
  )
}
