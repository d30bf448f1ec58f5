// The app's accounts, in a JSON file: enough for an example. A real app asks its database here.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const derive = promisify(scrypt)

/** What the store lets each account do. */
const FIRST_ACCOUNTS = {
  editor: ['read', 'write', 'delete'],
  viewer: ['read'],
}

/** Reads the accounts; makes the first ones when there is no file. `made` has their passwords. */
export async function openAccounts(file) {
  const made = []
  const records = new Map(Object.entries((await readJson(file)) ?? (await makeFirst())))

  async function makeFirst() {
    const first = {}
    for (const [name, permissions] of Object.entries(FIRST_ACCOUNTS)) {
      const password = randomBytes(12).toString('base64url')
      const salt = randomBytes(16).toString('hex')
      const hash = (await derive(password, salt, 32)).toString('hex')
      first[name] = { name, permissions, salt, hash }
      made.push({ name, password })
    }
    await writeFile(file, JSON.stringify(first, null, 2), { mode: 0o600 })
    return first
  }

  return {
    made,
    get: (name) => records.get(name),
    async isPassword(name, password) {
      const { salt = '', hash = '0'.repeat(64) } = records.get(name) ?? {}
      const derived = await derive(String(password), salt, 32)
      return timingSafeEqual(derived, Buffer.from(hash, 'hex'))
    },
  }
}

async function readJson(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}
