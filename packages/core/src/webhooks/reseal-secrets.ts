import type { MetadataStore } from '../ports/metadata-store.ts'
import type { WebhookRecord } from './webhook.ts'
import type { SecretBox } from './webhook-secret.ts'

const BATCH = 200

/**
 * Seals the secrets of all endpoints with the newest key, where an older one sealed them. So the older one can be
 * removed. Leaves what cannot be opened.
 */
export async function resealSecrets(
  webhooks: MetadataStore['webhooks'],
  box: SecretBox,
  signal: AbortSignal,
): Promise<void> {
  let after: string | null = null
  do {
    const page: readonly WebhookRecord[] = await webhooks.list({ after, limit: BATCH })
    for (const { tenant, id, revision, ...webhook } of page) {
      if (signal.aborted) return
      const secrets = webhook.secrets.map((secret) => ({
        ...secret,
        sealed: resealed(box, id, secret.sealed),
      }))
      if (secrets.every(({ sealed }, n) => sealed === webhook.secrets[n]?.sealed)) continue
      // Whoever changed it meanwhile has sealed it, or the next opening will.
      await webhooks.change({ tenant, id, revision, changes: { secrets } })
    }
    after = page.length < BATCH ? null : (page.at(-1)?.id ?? null)
  } while (after !== null)
}

function resealed(box: SecretBox, webhookId: string, sealed: string): string {
  if (box.isNewest(sealed)) return sealed
  try {
    return box.seal(box.open(sealed, webhookId), webhookId)
  } catch {
    return sealed
  }
}
