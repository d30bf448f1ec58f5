import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { type Asset, isApiClientError } from '@stowage/client'
import { fetchAsset } from '../../listing/pages.ts'
import { client, session } from '../../session/session.ts'
import { reasonOf } from '../../toasts/explain.ts'
import { t } from '../../words/words.ts'
import { show } from '../detail.ts'
import { drafts, drop, rebase } from './drafts.ts'
import { changedFields, changesOf, conflicts, editedOf, type Field } from './edited.ts'

/** Whether what was typed about a file is saved. */
export type SaveState =
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  /** It is sent once somebody has signed in again, or the service can be reached. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly reason: string }
  /** Others have changed the same fields: the person decides. */
  | { readonly kind: 'conflict'; readonly fields: readonly Field[]; readonly theirs: Asset }

const current = signal<Readonly<Record<string, SaveState>>>({})

export const saveStates: ReadonlySignal<Readonly<Record<string, SaveState>>> = current

/** Files that have more to save once the running save has ended. */
const asked = new Set<string>()

/** Saves what was typed, unless somebody else has changed the same meanwhile. */
export async function save(asset: Asset): Promise<void> {
  const { id } = asset
  const draft = drafts.peek()[id]
  // In a conflict the person decides first, however often a field is left meanwhile.
  const before = current.peek()[id]?.kind
  if (before === 'saving') asked.add(id)
  if (draft === undefined || before === 'saving' || before === 'conflict') return
  const fields = changedFields(draft, editedOf(asset))
  if (fields.length === 0) {
    drop(id)
    return setState(id, undefined)
  }
  if (fields.includes('name') && draft.typed.name?.trim() === '') {
    return setState(id, { kind: 'failed', reason: t('details.nameMissing') })
  }
  setState(id, { kind: 'saving' })
  try {
    await client().update(id, changesOf(draft, fields), { ifMatch: asset.meta?.etag })
    const saved = await fetchAsset(id)
    show(saved)
    drop(id, draft)
    setState(id, { kind: 'saved' })
    // The next field was left meanwhile.
    if (asked.delete(id)) await save(saved)
  } catch (error) {
    await explainSave(id, error)
  }
}

/** Throws away what was typed. */
export function discard(id: string): void {
  const state = current.peek()[id]
  drop(id)
  setState(id, undefined)
  if (state?.kind === 'conflict') show(state.theirs)
}

/** Saves what was typed over what others have written meanwhile. */
export async function keepMine(theirs: Asset): Promise<void> {
  rebase(theirs.id, editedOf(theirs))
  show(theirs)
  setState(theirs.id, undefined)
  await save(theirs)
}

async function explainSave(id: string, error: unknown): Promise<void> {
  if (isApiClientError(error) && error.code === 'precondition_failed') return merge(id)
  const reason = reasonOf(error)
  setState(id, reason === null ? { kind: 'waiting' } : { kind: 'failed', reason })
}

/** Keeps what others have changed in other fields, and saves what was typed. */
async function merge(id: string): Promise<void> {
  try {
    const theirs = await fetchAsset(id)
    const draft = drafts.peek()[id]
    if (draft === undefined) return setState(id, undefined)
    const fields = conflicts(draft, editedOf(theirs))
    if (fields.length > 0) return setState(id, { kind: 'conflict', fields, theirs })
    setState(id, undefined)
    show(theirs)
    await save(theirs)
  } catch (error) {
    await explainSave(id, error)
  }
}

function setState(id: string, state: SaveState | undefined): void {
  const { [id]: _before, ...others } = current.peek()
  current.value = state === undefined ? others : { ...others, [id]: state }
}

/** After a new sign-in. */
effect(() => {
  if (session.value.status !== 'ready') return
  for (const [id, state] of Object.entries(current.peek())) {
    if (state.kind === 'waiting') void sendAgain(id)
  }
})

async function sendAgain(id: string): Promise<void> {
  try {
    await save(await fetchAsset(id))
  } catch (error) {
    await explainSave(id, error)
  }
}
