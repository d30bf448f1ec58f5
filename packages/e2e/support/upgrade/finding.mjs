import { createAssetStore } from '@stowage/core'
import { createMemoryBlobs } from '@stowage/core/memory'
import { compareKeys, nameKey, termsOf } from '@stowage/core/ports'

/** What is searched for: plain letters and digits, as the truth below folds no more than accents and case. */
const SEARCHES = ['zurich', 'ngstro', 'img', '17', 'cafe 12', 'final report 09', 'nowhere']
const TENANTS = ['tenant 1', 'tenant 2', 'tenant 3']
const PAGE = 100

/** Collects from every asset, as it is in its row, what it must be found and sorted by. */
export function createFindingTruth() {
  /** By tenant and list: how many assets each search finds. */
  const found = new Map()
  /** Of the second tenant: keys and numbers of the active assets. */
  const order = []
  const wrong = []
  let terms = 0

  return {
    wrong,
    /** `row.terms` is compared when it is there. */
    add(row) {
      const { tenant_id: tenant, name, name_key: key, folder_id: folder } = row
      const seq = Number(row.seq)
      const list = row.trashed_at === null ? 'active' : 'trash'
      const expected = termsOf({ ...row, mimeType: row.mime_type })
      terms += expected.length
      if (key !== nameKey(name)) wrong.push(`${tenant}/${seq}: ${name} is sorted by ${key}`)
      if (folder !== null) wrong.push(`${tenant}/${seq}: in folder ${folder}, which does not exist`)
      if (row.terms !== undefined && row.terms.toSorted().join() !== expected.toSorted().join()) {
        wrong.push(`${tenant}/${seq}: ${name} is found by ${row.terms}`)
      }
      for (const search of SEARCHES) {
        if (!isFound(name, search)) continue
        const place = [`tenant ${tenant}`, list, search].join()
        found.set(place, (found.get(place) ?? 0) + 1)
      }
      if (tenant === 2 && list === 'active') order.push([nameKey(name), seq])
    },
    /** Asks the store, and compares how many terms there are with `count`. Resolves to what is wrong. */
    async compare(metadata, count) {
      if (Number(count) !== terms) wrong.push(`there are ${count} terms, not ${terms}`)
      const store = createAssetStore({ metadata, blobs: createMemoryBlobs(), sweepEvery: false })
      for (const tenant of TENANTS) {
        for (const search of SEARCHES) await compareSearch(store.forTenant(tenant), tenant, search)
      }
      await compareOrder(store.forTenant('tenant 2'))
      await store.close()
      return wrong
    },
  }

  async function compareSearch(store, tenant, search) {
    for (const [list, trashed] of [
      ['active', false],
      ['trash', true],
    ]) {
      const { assets, total } = await store.list({ search, trashed, perPage: PAGE })
      const expected = found.get([tenant, list, search].join()) ?? 0
      const strangers = assets.filter(({ name }) => !isFound(name, search))
      if (total !== expected || assets.length !== Math.min(PAGE, expected)) {
        wrong.push(`${tenant}: ${search} finds ${total} in the ${list}, not ${expected}`)
      }
      for (const { name } of strangers) wrong.push(`${tenant}: ${search} finds ${name}`)
    }
  }

  async function compareOrder(store) {
    order.sort(([a, m], [b, n]) => compareKeys(a, b) || m - n)
    for (const [sort, rows] of [
      ['name', order],
      ['-name', order.toReversed()],
    ]) {
      const { assets, total } = await store.list({ sort, perPage: PAGE })
      const right = rows.slice(0, PAGE).map(([, seq]) => seq)
      const listed = assets.map(({ seq }) => seq)
      if (total !== order.length || listed.join() !== right.join()) {
        wrong.push(`by ${sort} come ${listed} of ${total}, not ${right} of ${order.length}`)
      }
    }
  }
}

/** Each word of the search is within a word of the name. */
function isFound(name, search) {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return search.split(' ').every((word) => plain.includes(word))
}
