/** What differs between a store and what a tool said of its library, one line for each; none when all was kept. */
export async function differences(store, { files }) {
  const found = []
  for (const file of files) {
    const asset = await store
      .get({ externalId: file.externalId }, { trashed: 'include' })
      .catch(() => null)
    if (asset === null) found.push(`${file.externalId} is not there`)
    else found.push(...differencesOf(file, await factsOf(store, asset)))
  }
  return found
}

/** Of each member that the tool says something of. */
function differencesOf(file, facts) {
  return Object.entries(wantedOf(file))
    .filter(([, wanted]) => wanted !== undefined)
    .filter(([name, wanted]) => JSON.stringify(facts[name]) !== JSON.stringify(wanted))
    .map(([name, wanted]) => {
      const values = [facts[name], wanted].map((value) => JSON.stringify(value))
      return `${file.externalId}: ${name} is ${values[0]}, not ${values[1]}`
    })
}

function wantedOf({ name, folder, alt, title, createdAt, updatedAt, trashedAt, sha256, owners }) {
  const texts = typeof alt === 'string' ? { en: alt } : (alt ?? {})
  return {
    name: name.normalize('NFC'),
    folder: folder ?? [],
    alt: sorted(texts),
    title: title ?? null,
    createdAt: micros(createdAt),
    updatedAt: micros(updatedAt),
    trashedAt: micros(trashedAt) ?? null,
    sha256,
    owners: (owners ?? []).map(textOfOwner).sort(),
  }
}

async function factsOf(store, asset) {
  const owners = await store.owners.of(asset.id)
  return {
    ...asset,
    folder: asset.folderId === null ? [] : (await store.folders.get(asset.folderId)).path,
    alt: sorted(asset.alt),
    owners: owners.map(textOfOwner).sort(),
  }
}

function textOfOwner({ type, id, field }) {
  return `${type} ${id} ${field}`
}

/** A time as the store writes it, with the digits that the tool has. */
function micros(time) {
  if (time == null) return undefined
  const [, seconds, fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(time)
  return `${seconds}.${fraction.padEnd(6, '0')}Z`
}

function sorted(record) {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
