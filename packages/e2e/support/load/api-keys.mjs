import { createUpload } from './upload.mjs'

/** API keys are made, revoked, and used to upload. `keys` are those of the store. */
export function createApiKeys({ client, journal, random, shelf, files, keys }) {
  const upload = createUpload({ client, journal, shelf })
  const made = []

  async function revoke(key) {
    if (key === undefined) return false
    const { outcome } = await journal.act({ verb: 'revokeKey', key: key.id }, () =>
      keys.revoke(key.id),
    )
    return outcome === 'done'
  }

  /** `revoked`: whether the key may be by then, or is. */
  const uploadBy = (key, revoked) =>
    upload([files.newFile()], {
      principal: principalOf(key),
      intent: { revoked, expects: ['key_revoked'] },
    })

  return {
    async createKey() {
      const { value } = await journal.act(
        { verb: 'createKey' },
        () => keys.create({ name: 'load' }),
        { summary: ({ key, token }) => ({ key: key.id, token }) },
      )
      if (value !== undefined) made.push(value.key)
    },
    revokeKey: () => revoke(made.splice(random.below(made.length), 1)[0]),
    async byKey() {
      const key = random.pick(made)
      if (key !== undefined) await uploadBy(key, 'perhaps')
    },
    /** The insert itself refuses a key that was revoked. */
    async byRevokedKey() {
      const key = made.shift()
      if (await revoke(key)) await uploadBy(key, 'surely')
    },
  }
}

function principalOf({ id, tenant, permissions }) {
  return { kind: 'key', id, tenant, permissions }
}
