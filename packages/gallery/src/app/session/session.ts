import { type ReadonlySignal, signal } from '@preact/signals'
import { type Client, createClient, isApiClientError } from '@stowage/client'
import { t } from '../words/words.ts'
import { facts } from './facts.ts'
import { forgetKey, keepKey, keptKey, offeredKey, settleOffer } from './key.ts'
import { findRights, type Permission, type Rights } from './permissions.ts'
import { reasonFor } from './reason.ts'

export interface Session extends Rights {
  /** `expired`: was ready once, so what is on the page stays until somebody signs in again. */
  readonly status: 'starting' | 'signed-out' | 'ready' | 'expired' | 'unreachable'
  /** By a key, or by the session of the app that mounts the page. */
  readonly kind: 'key' | 'app'
  /** The service has a login of its own: by its answer, no key would do. */
  readonly hasOwnLogin?: boolean
  /** Why nobody could be signed in. */
  readonly problem?: string
}

const NONE: Rights = { permissions: new Set(), webhooks: false }
const current = signal<Session>({ ...NONE, status: 'starting', kind: 'app' })

export const session: ReadonlySignal<Session> = current

let connected = connect(undefined)

/** The API client of the person who is signed in. Each sign-in replaces it, so do not keep it. */
export function client(): Client {
  return connected
}

export function may(permission: Permission): boolean {
  return current.value.permissions.has(permission)
}

/**
 * Signs in with the `offered` key of the address, with the key from before a reload, or with the session of the app.
 */
export async function startSession(offered: string | null): Promise<void> {
  const kept = keptKey()
  try {
    if (offered !== null && offered !== kept && (await mayReplace(kept))) {
      if ((await enter(offered)) === 'entered') return takeKey(offered)
    }
    settleOffer()
    if (kept !== null && (await enter(kept)) === 'entered') return
    forgetKey()
    if ((await enter(null)) === 'entered') return
    current.value = { ...current.value, status: 'signed-out' }
  } catch (error) {
    if (!isApiClientError(error)) throw error
    current.value = { ...current.value, status: 'signed-out', problem: reasonFor(error) }
  }
}

/** Keeps the key before it forgets the offer, so that a reload always finds one of them. */
function takeKey(key: string): void {
  keepKey(key)
  settleOffer()
}

/**
 * A link may carry somebody else's key, and that person would then get what is uploaded. So a person who is already
 * signed in is asked first. Only the service knows who is signed in, because a session of the app is a cookie that the
 * page cannot read.
 */
async function mayReplace(kept: string | null): Promise<boolean> {
  return (await enter(kept, 'look')) === 'refused' || confirm(t('session.replace'))
}

/**
 * `false` when the service does not know the key. Rejects when the service cannot be asked. `remember`: keeps the key
 * over reloads, until the tab is closed.
 */
export async function signIn(key: string, options: { remember: boolean }): Promise<boolean> {
  const before = connected
  let isEntered = false
  try {
    isEntered = (await enter(key, 'ask')) === 'entered'
  } finally {
    if (!isEntered) connected = before
  }
  if (!isEntered) return false
  if (options.remember) keepKey(key)
  else forgetKey()
  settleOffer()
  return true
}

export function signOut(): void {
  forgetKey()
  settleOffer()
  connected = connect(undefined)
  current.value = { ...NONE, status: 'signed-out', kind: 'app' }
}

/**
 * Takes from a failed call what it says about the session: it has ended, or the service is unreachable. `true` when it
 * says so; the page then shows it, and nothing else needs to.
 */
export function noteFailure(error: unknown): boolean {
  const { status } = current.value
  const isInside = status === 'ready' || status === 'unreachable'
  if (isApiClientError(error) && error.code === 'unauthenticated') {
    if (isInside) current.value = { ...current.value, status: 'expired' }
    return isInside || status === 'expired'
  }
  if (!isInside) return false
  if (!isUnreachable(error)) return false
  if (status === 'ready') {
    current.value = { ...current.value, status: 'unreachable' }
    void tryAgain(1000)
  }
  return true
}

/**
 * `ask`: rejects when the service cannot be reached, instead of waiting for it. `look`: only finds out whether the key
 * is known, and shows the key's owner nothing yet.
 */
async function enter(
  key: string | null,
  mood: 'ask' | 'wait' | 'look' = 'wait',
): Promise<'entered' | 'refused'> {
  connected = connect(key ?? undefined)
  try {
    const rights = await findRights(connected)
    if (mood === 'look') return 'entered'
    current.value = { ...rights, status: 'ready', kind: key === null ? 'app' : 'key' }
    return 'entered'
  } catch (error) {
    if (isApiClientError(error) && error.code === 'unauthenticated') {
      // An answer about keys blames the header that carries them.
      const { source = {} } = error.errors[0] ?? {}
      const hasOwnLogin = !('header' in source)
      current.value = { ...current.value, hasOwnLogin }
      return 'refused'
    }
    if (mood === 'ask' || !isUnreachable(error)) throw error
    current.value = { ...current.value, status: 'unreachable', kind: key === null ? 'app' : 'key' }
    await pause(2000)
    return enter(key, mood)
  }
}

/** Tries until the service answers again, in longer and longer pauses. */
async function tryAgain(wait: number): Promise<void> {
  await pause(wait)
  if (current.value.status !== 'unreachable') return
  try {
    await connected.usage({ retries: 0 })
    current.value = { ...current.value, status: 'ready' }
  } catch (error) {
    if (isUnreachable(error)) return tryAgain(Math.min(wait * 2, 15_000))
    current.value = { ...current.value, status: 'ready' }
    noteFailure(error)
  }
}

function isUnreachable(error: unknown): boolean {
  if (!isApiClientError(error)) return false
  return error.code === 'network_failed' || error.code === 'unavailable'
}

function connect(token: string | undefined): Client {
  return createClient({ baseUrl: facts.api, token, credentials: 'same-origin' })
}

/** Ends early once the browser is online again. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    addEventListener('online', () => [clearTimeout(timer), resolve()], { once: true })
  })
}

// The person may have signed in to the app again, in another tab.
document.addEventListener('visibilitychange', () => {
  const { status, kind } = current.value
  if (status === 'expired' && kind === 'app' && !document.hidden) void enter(null)
})

// An address with a key, opened in a tab that already shows the page, does not reload it.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#key=')) void takeOffer()
})

async function takeOffer(): Promise<void> {
  if (current.value.status !== 'ready') return startSession(offeredKey())
  const offered = offeredKey()
  const isNew = offered !== null && offered !== keptKey()
  if (isNew && confirm(t('session.replace'))) {
    const isKnown = await signIn(offered, { remember: true }).catch(noteFailure)
    // Nothing that one person sees, has chosen or uploads may be left to the next.
    if (isKnown === true && keptKey() === offered) location.reload()
  }
  settleOffer()
}
