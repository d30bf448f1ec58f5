import { expect, it } from 'vitest'
import { duplicateFile } from '../errors/content-errors.ts'
import type { AssetRecords, InsertRequest } from '../ports/asset-records.ts'
import { insertApproved } from './approved-insert.ts'

/** Records with so many assets of the same bytes. Resolves to how many of them the hook was asked about, and what came. */
async function askedOf(twins: number, approved: number | null) {
  const insert = async ({
    onDuplicate,
    hiddenDuplicates = [],
    shownDuplicates = [],
  }: InsertRequest) => {
    if (shownDuplicates.length > 0) return { assets: [], answer: shownDuplicates[0] }
    if (onDuplicate === 'store' || hiddenDuplicates.length === twins)
      return { assets: [], answer: 'stored' }
    throw duplicateFile(0, String(hiddenDuplicates.length + 1))
  }
  const assets = {
    insert,
    get: async ({ id }: { readonly id: string }) => ({ id }),
  } as unknown as AssetRecords
  let asked = 0
  const request = {
    approveReturned: ({ id }: { readonly id: string }) => {
      asked += 1
      return Number(id) === approved
    },
    signal: new AbortController().signal,
  }
  const inserted = await insertApproved({ assets }, request, {
    onDuplicate: 'return',
  } as InsertRequest)
  return { asked, answer: (inserted as unknown as { readonly answer: unknown }).answer }
}

it('asks about at most 64 assets that it must not show, and then stores the file', async () => {
  expect(await askedOf(63, null)).toEqual({ asked: 63, answer: 'stored' })
  expect(await askedOf(64, 64)).toEqual({ asked: 64, answer: '64' })
  expect(await askedOf(70, null)).toEqual({ asked: 64, answer: 'stored' })
  expect(await askedOf(70, 65)).toEqual({ asked: 64, answer: 'stored' })
})
