import assert from 'node:assert/strict'
import type { Asset } from '@stowage/core'
import type { HttpClient } from '../http-contract/http-client.ts'
import type { Fact, OwnFolders } from './leak-facts.ts'
import type { Target } from './leak-probes.ts'

/** A filter as in a bulk request, and which of the client's own assets match it. */
type JsonProbe = readonly [filter: object, holds: (asset: Asset) => boolean]

/** Each bulk verb that takes a filter, with a change that has no effect on the assets it should find. */
const VERBS = {
  'bulk-trash': {},
  'bulk-restore': {},
  'bulk-move': { folder_id: null },
  'bulk-tag': { remove: ['a tag that nobody has'] },
  'bulk-favourite': { is_favourite: true },
} as const

/**
 * Asserts that a bulk verb with a filter counts only the principal's own assets, whatever value of a target the filter
 * asks for, and that it succeeds when none of them matches. The caller must check that nothing has changed.
 */
export async function assertOwnMatches(
  client: HttpClient,
  own: readonly Fact[],
  folders: OwnFolders | undefined,
  targets: readonly Target[],
): Promise<void> {
  for (const [filter, holds] of targets.flatMap((target) => probesOf(target, folders))) {
    for (const [verb, into] of Object.entries(VERBS)) {
      const state = verb === 'bulk-restore' ? 'trashed' : 'active'
      const count = own.filter((fact) => fact.state === state && holds(fact.asset)).length
      const send = (expected: number) =>
        client.send('POST', `/assets/${verb}`, { json: { filter, expected, ...into } })
      const refusal = await send(count + 1)
      const what = `${verb} ${JSON.stringify(filter)}`
      const [error] = client.errors(refusal, 409, 'count_changed')
      assert.deepEqual(error?.meta, { count }, what)
      if (count === 0 || verb === 'bulk-tag') assert.equal((await send(count)).status, 204, what)
    }
  }
}

function probesOf(
  { asset: target, folders }: Target,
  own: OwnFolders | undefined,
): readonly JsonProbe[] {
  const { createdBy, folderId, mimeType, sha256, size, tags, type, updatedAt } = target
  const tree = folders?.top.id
  const isOwn = tree !== undefined && tree === own?.top.id
  return [
    [{}, () => true],
    [{ created_by: [createdBy] }, (asset) => asset.createdBy === createdBy],
    [{ sha256: [sha256] }, (asset) => asset.sha256 === sha256],
    [{ type: [type], mime_type: [mimeType] }, (asset) => asset.mimeType === mimeType],
    [{ size: { gte: size } }, (asset) => asset.size >= size],
    [{ updated_at: { lte: updatedAt } }, (asset) => asset.updatedAt <= updatedAt],
    [{ metadata: { owner: createdBy } }, (asset) => asset.metadata.owner === createdBy],
    [{ q: 'secret' }, ({ title }) => /secret/i.test(title ?? '')],
    [{ folder_id: folderId }, (asset) => asset.folderId === folderId],
    [
      { is_favourite: false, q: String(createdBy) },
      (asset) => {
        return !asset.isFavourite && asset.createdBy === createdBy
      },
    ],
    [{ tag: { all: tags, any: tags } }, (asset) => tags.every((tag) => asset.tags.includes(tag))],
    ...(tree === undefined
      ? []
      : [
          [
            { folder_tree: tree },
            (asset: Asset) =>
              isOwn && (asset.folderId === own?.top.id || asset.folderId === own?.inner.id),
          ] as const,
        ]),
  ]
}
