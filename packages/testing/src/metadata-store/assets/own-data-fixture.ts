import assert from 'node:assert/strict'
import type { Asset, OwnData } from '@stowage/core'
import type { MetadataStore } from '@stowage/core/ports'
import type { TagChanges } from '@stowage/core/types'

/** Own data with values that databases and their drivers get wrong: names, numbers and texts of every kind. */
export const ODD_OWN_DATA: OwnData = {
  title: 'Düne "am" \\ Meer 🏖\n',
  alt: { 'pt-BR': 'duna', en: "a dune, 'yes'", 'zh-Hant-TW': '沙丘' },
  tags: ['Zebra', 'ananas', '🏖', 'straße'],
  metadata: JSON.parse(
    '{"z": 1e-300, "a": -1.5e-7, "__proto__": "data", "constructor": null, "$1": "?", "7": true, "": false}',
  ) as OwnData['metadata'],
  focus: { x: 1 / 3, y: 1 },
}

/** Fails unless the asset has exactly this own data, with its members in the same order. */
export function assertSays(asset: OwnData, expected: OwnData): void {
  const said = ({ title, alt, tags, metadata, focus }: OwnData) => {
    return [title, Object.entries(alt), tags, Object.entries(metadata), focus]
  }
  assert.deepEqual(said(asset), said(expected))
}

/** `AssetRecords.tag` of these assets of the tenant `default`. */
export function tagged(
  { assets }: Pick<MetadataStore, 'assets'>,
  ids: readonly string[],
  { add = [], remove = [] }: TagChanges,
): Promise<readonly Asset[]> {
  return assets.tag({ tenant: 'default', ids, add, remove })
}
