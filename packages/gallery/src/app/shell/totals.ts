import { effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Usage } from '@stowage/client'
import { folders } from '../listing/folders.ts'
import { total } from '../listing/listing.ts'
import { client, noteFailure, session } from '../session/session.ts'

/** Milliseconds within which several changes cause one request. */
const PAUSE = 300

const current = signal<Usage['attributes'] | null>(null)

/** How much there is in all; `null` until it is known. */
export const totals: ReadonlySignal<Usage['attributes'] | null> = current

let timer: ReturnType<typeof setTimeout> | undefined

async function ask(): Promise<void> {
  timer = undefined
  try {
    current.value = (await client().usage()).attributes
  } catch (error) {
    noteFailure(error)
  }
}

// Whatever changes the totals also changes the number of files in the list, or the folders.
effect(() => {
  const { status } = session.value
  total.value
  folders.value
  if (status !== 'ready') return
  clearTimeout(timer)
  timer = setTimeout(ask, PAUSE)
})
