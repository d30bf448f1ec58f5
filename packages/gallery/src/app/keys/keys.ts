import { type ReadonlySignal, signal } from '@preact/signals'
import type { ApiKey } from '@stowage/client'
import { client } from '../session/session.ts'
import { reasonOf } from '../toasts/explain.ts'

const PER_PAGE = 100

const current = signal<readonly ApiKey[] | null>(null)
const failure = signal<string | null>(null)

/** All keys, the newest first; `null` until they are known. */
export const keys: ReadonlySignal<readonly ApiKey[] | null> = current
export const keysProblem: ReadonlySignal<string | null> = failure

export type KeyState = 'active' | 'expired' | 'revoked'

export function stateOf({ attributes }: ApiKey): KeyState {
  const { revoked_at, expires_at } = attributes
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'expired' : 'active'
}

export async function readKeys(): Promise<void> {
  try {
    const all: ApiKey[] = []
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { data, meta } = await client().keys.list({ page, per_page: PER_PAGE })
      all.push(...data)
      last = meta.last_page
    }
    current.value = all
    failure.value = null
  } catch (error) {
    failure.value = reasonOf(error)
  }
}
