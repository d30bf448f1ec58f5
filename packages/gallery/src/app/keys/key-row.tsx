import type { ApiKey } from '@stowage/client'
import type { JSX } from 'preact'
import { client } from '../session/session.ts'
import { explain } from '../toasts/explain.ts'
import { toast } from '../toasts/toasts.ts'
import { IconButton } from '../widgets/button.tsx'
import { confirm } from '../widgets/confirm.tsx'
import { exactDay, Time } from '../words/time.tsx'
import { t } from '../words/words.ts'
import { readKeys, stateOf } from './keys.ts'

/** One key, with a button to revoke it. */
export function KeyRow({ apiKey }: { apiKey: ApiKey }): JSX.Element {
  const { name, permissions, created_at, last_used_at, expires_at, revoked_at } = apiKey.attributes
  const state = stateOf(apiKey)
  return (
    <tr class={state === 'active' ? '' : 'key-ended'}>
      <th scope="row">
        <span class="key-name">{name}</span>
        <span class="quiet">
          <code>stw_{apiKey.id}_…</code> · <Time at={created_at} />
        </span>
      </th>
      <td data-label={t('keys.permissions')}>
        <span class="key-permissions">
          {permissions.map((permission) => (
            <span key={permission} class="tag-chip">
              {t(`keys.${permission}`)}
            </span>
          ))}
        </span>
      </td>
      <td data-label={t('keys.lastUsed')}>
        {last_used_at === null ? t('keys.never') : <Time at={last_used_at} />}
      </td>
      <td data-label={t('keys.expires')}>
        {state === 'revoked' && revoked_at !== null ? (
          <span class="key-state">
            {t('keys.revoked')} <Time at={revoked_at} />
          </span>
        ) : expires_at === null ? (
          t('keys.never')
        ) : (
          <time dateTime={expires_at}>{exactDay(new Date(expires_at))}</time>
        )}
      </td>
      <td class="data-actions">
        {state === 'active' && (
          <IconButton
            icon="trash"
            label={t('keys.revokeNamed', { name })}
            onClick={() => void revoke(apiKey)}
          />
        )}
      </td>
    </tr>
  )
}

async function revoke({ id, attributes }: ApiKey): Promise<void> {
  const { name } = attributes
  const meant = await confirm({
    name: 'revoke-key',
    title: t('keys.revokeQuestion', { name }),
    text: t('keys.revokeText'),
    action: t('keys.revoke'),
    danger: true,
  })
  if (!meant) return
  try {
    await client().keys.revoke(id)
    toast(t('keys.revokedNamed', { name }))
  } catch (error) {
    explain(error)
  }
  await readKeys()
}
