import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Upload, UploadState } from './upload.ts'

type Kind = UploadState['kind']

/** In the order in which people care about them. */
const KINDS: readonly Kind[] = ['sending', 'paused', 'failed', 'waiting', 'stored', 'cancelled']

/**
 * Uploads by state, each in the order in which it got there. Every change costs the same, however many uploads there
 * are.
 */
const byKind = new Map<Kind, Set<Upload>>(KINDS.map((kind) => [kind, new Set()]))
const bytes = { sent: 0, total: 0 }
const revision = signal(0)

/** How many there are of each state, and bytes of those that have neither failed nor been cancelled. */
export const progress = computed(() => {
  revision.value
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, of(kind).size])) as Record<
    Kind,
    number
  >
  return { ...counts, running: counts.waiting + counts.sending > 0, bytes: { ...bytes } }
})

export const uploadCount: ReadonlySignal<number> = computed(() => {
  revision.value
  return KINDS.reduce((sum, kind) => sum + of(kind).size, 0)
})

/** The first `most` uploads: those that run, then those that failed, and so on. */
export function firstUploads(most: number): readonly Upload[] {
  revision.value
  const first: Upload[] = []
  for (const kind of KINDS) {
    for (const upload of of(kind)) {
      if (first.length === most) return first
      first.push(upload)
    }
  }
  return first
}

/** The uploads of a state; the set changes as they do. */
export function of(kind: Kind): ReadonlySet<Upload> {
  return byKind.get(kind) ?? new Set()
}

export function add(upload: Upload): void {
  byKind.get(upload.state.peek().kind)?.add(upload)
  count(upload, 1)
  revision.value += 1
}

export function remove(upload: Upload): void {
  byKind.get(upload.state.peek().kind)?.delete(upload)
  count(upload, -1)
  revision.value += 1
}

/** `sent`: bytes that were sent, if that changes as well. */
export function setState(upload: Upload, state: UploadState, sent = upload.sent.peek()): void {
  const before = upload.state.peek().kind
  count(upload, -1)
  upload.state.value = state
  upload.sent.value = sent
  count(upload, 1)
  if (before !== state.kind) {
    byKind.get(before)?.delete(upload)
    byKind.get(state.kind)?.add(upload)
  }
  revision.value += 1
}

export function setSent(upload: Upload, sent: number): void {
  setState(upload, upload.state.peek(), sent)
}

function count({ state, sent, file }: Upload, sign: 1 | -1): void {
  const { kind } = state.peek()
  if (kind === 'failed' || kind === 'cancelled') return
  bytes.sent += sign * (kind === 'stored' ? file.size : sent.peek())
  bytes.total += sign * file.size
}
