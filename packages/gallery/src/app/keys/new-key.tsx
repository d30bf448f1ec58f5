import { useSignal } from '@preact/signals'
import type { NewApiKey } from '@stowage/client'
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { CopyField } from '../details/share/copy-field.tsx'
import type { Permission } from '../session/permissions.ts'
import { client, session } from '../session/session.ts'
import { reasonOf } from '../toasts/explain.ts'
import { Button } from '../widgets/button.tsx'
import { Dialog } from '../widgets/dialog.tsx'
import { TextInput } from '../widgets/text-input.tsx'
import { t } from '../words/words.ts'
import { readKeys } from './keys.ts'

const PERMISSIONS: readonly Permission[] = ['read', 'write', 'delete', 'manage']
const DAY = 86_400_000
/** Days; 0: never. */
const LIFETIMES = [30, 90, 365, 0]

/** Creates a key. The key is shown once, so the dialog stays until the person closes it. */
export function NewKey({ onClose }: { onClose: () => void }): JSX.Element {
  const made = useSignal<NewApiKey | null>(null)
  if (made.value === null) return <KeyForm onMade={(key) => (made.value = key)} onClose={onClose} />
  const { name, token } = made.value.attributes
  return (
    <Dialog
      name="made-key"
      role="alertdialog"
      title={t('keys.made', { name })}
      text={t('keys.madeText')}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('keys.done')}
        </Button>
      }
    >
      <CopyField label={t('keys.token')} text={token} copyLabel={t('keys.copyToken')} />
    </Dialog>
  )
}

function KeyForm({
  onMade,
  onClose,
}: {
  onMade: (key: NewApiKey) => void
  onClose: () => void
}): JSX.Element {
  const form = useId()
  const name = useSignal('')
  const chosen = useSignal<ReadonlySet<Permission>>(new Set(['read']))
  const days = useSignal(90)
  const problem = useSignal<string | null>(null)
  const make = async (event: Event): Promise<void> => {
    event.preventDefault()
    try {
      const key = await client().keys.create({
        name: name.value.trim(),
        permissions: [...chosen.value],
        // Without an expiry, the key lives at most as long as the key that creates it.
        ...(days.value > 0 && {
          expires_at: new Date(Date.now() + days.value * DAY).toISOString(),
        }),
      })
      onMade(key)
      await readKeys()
    } catch (error) {
      problem.value = reasonOf(error)
    }
  }
  const toggle = (permission: Permission): void => {
    const next = new Set(chosen.value)
    if (!next.delete(permission)) next.add(permission)
    chosen.value = next
  }
  return (
    <Dialog
      name="new-key"
      title={t('keys.new')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            form={form}
            disabled={name.value.trim() === '' || chosen.value.size === 0}
          >
            {t('keys.make')}
          </Button>
        </>
      }
    >
      <form id={form} class="key-form" onSubmit={make}>
        <label class="field-label" for={`${form}-name`}>
          {t('keys.nameLabel')}
        </label>
        <TextInput
          id={`${form}-name`}
          field="key-name"
          autocomplete="off"
          maxLength={255}
          placeholder={t('keys.nameHint')}
          value={name.value}
          onType={(text) => (name.value = text)}
        />
        <fieldset>
          <legend class="field-label">{t('keys.permissions')}</legend>
          {PERMISSIONS.filter((permission) => session.value.permissions.has(permission)).map(
            (permission) => (
              <label key={permission} class="check">
                <input
                  type="checkbox"
                  checked={chosen.value.has(permission)}
                  onChange={() => toggle(permission)}
                />
                <span>
                  {t(`keys.${permission}`)}
                  <span class="quiet">{t(`keys.${permission}About`)}</span>
                </span>
              </label>
            ),
          )}
        </fieldset>
        <label class="field-label" for={`${form}-days`}>
          {t('keys.expires')}
        </label>
        <select
          id={`${form}-days`}
          class="field"
          value={days.value}
          onChange={({ currentTarget }) => (days.value = Number(currentTarget.value))}
        >
          {LIFETIMES.map((count) => (
            <option key={count} value={count}>
              {count === 0 ? t('keys.never') : t('keys.inDays', { count })}
            </option>
          ))}
        </select>
        <p class="problem" role="alert">
          {problem}
        </p>
      </form>
    </Dialog>
  )
}
