import { createHash } from 'node:crypto'

const WORDS =
  'summer holiday beach party report invoice Rechnung Müller café portrait landscape logo banner draft final contract scan letter budget meeting product catalogue winter mountain Zürich garden concert wedding family team office launch press video clip trailer interview podcast episode music track drone sunset'.split(
    ' ',
  )
/** Type, media type, extension, and how many of 100 assets. */
const KINDS = [
  ['image', 'image/jpeg', 'jpg', 40],
  ['image', 'image/png', 'png', 10],
  ['document', 'application/pdf', 'pdf', 20],
  ['document', 'text/csv', 'csv', 5],
  ['video', 'video/mp4', 'mp4', 10],
  ['audio', 'audio/mpeg', 'mp3', 5],
  ['archive', 'application/zip', 'zip', 10],
]
const START = Date.UTC(2020, 8, 13)
const MINUTE = 60_000

/** When the asset with this number was created: one a minute. */
export const madeAt = (number) =>
  new Date(START + number * MINUTE).toISOString().replace('Z', '000Z')

/**
 * The asset with this number as an upload would give it to the records: names as cameras and people make them, sizes
 * over four orders of magnitude, tags and metadata of which few are frequent. `folders` are ids; a fifth of the assets
 * is in the first.
 */
export function rowOf(random, number, { tenant, folders, blobKey }) {
  const [type, mimeType, extension] = kindOf(random() * 100)
  const hex = createHash('sha256').update(`${tenant} ${number}`).digest('hex')
  const place = random()
  const inFolder = place < 0.4 ? null : place < 0.6 ? 0 : Math.floor(random() ** 2 * folders.length)
  const hasSize = type === 'image' || type === 'video'
  const isTimed = type === 'video' || type === 'audio'
  return {
    id: uuidOf(hex, 0),
    publicFileId: uuidOf(hex, 32),
    name: nameOf(random, number, type, extension),
    type,
    mimeType,
    extension,
    charset: null,
    size: Math.floor(Math.exp(8 + random() * 10)),
    sha256: hex,
    width: hasSize ? 100 + Math.floor(random() * 5000) : null,
    height: hasSize ? 100 + Math.floor(random() * 4000) : null,
    durationSeconds: isTimed ? Math.round(random() * 600_000) / 100 : null,
    status: random() < 0.995 ? 'ready' : 'processing',
    isFavourite: random() < 0.02,
    externalId: null,
    folderId: inFolder === null ? null : folders[inFolder],
    createdBy: random() < 0.2 ? null : `user-${Math.floor(random() ** 2 * 500)}`,
    createdAt: madeAt(number),
    blobKey,
    variants: [],
    failedVariants: [],
    title: random() < 0.2 ? `${wordOf(random)} ${wordOf(random)}` : null,
    alt: {},
    tags: tagsOf(random),
    metadata:
      random() < 0.3
        ? { project: `p${Math.floor(random() * 1000)}`, client: `c${Math.floor(random() * 50)}` }
        : {},
  }
}

function kindOf(percent) {
  let reached = 0
  for (const kind of KINDS) {
    reached += kind[3]
    if (percent < reached) return kind
  }
  return KINDS[0]
}

function nameOf(random, number, type, extension) {
  const kind = random()
  if (type === 'image' && kind < 0.6) return `IMG_${Math.floor(random() * 9999)}.${extension}`
  if (type === 'image' && kind < 0.75) return `DSC0${number % 100_000}.${extension.toUpperCase()}`
  const word = wordOf(random)
  if (kind < 0.85) return `${word}-${wordOf(random)} ${Math.floor(random() * 500)}.${extension}`
  const month = String(1 + Math.floor(random() * 12)).padStart(2, '0')
  return `${word}_${2015 + Math.floor(random() * 10)}-${month} ${wordOf(random)}.${extension}`
}

function wordOf(random) {
  return WORDS[Math.floor(random() * WORDS.length)]
}

function tagsOf(random) {
  if (random() < 0.5) return []
  const count = 1 + Math.floor(random() * 3)
  return [...new Set(Array.from({ length: count }, () => `tag${Math.floor(random() ** 3 * 300)}`))]
}

function uuidOf(hex, at) {
  const [a, b, c, d, e] = [8, 4, 3, 3, 12].map((length, index, lengths) => {
    const from = at + lengths.slice(0, index).reduce((sum, each) => sum + each, 0)
    return hex.slice(from, from + length)
  })
  return `${a}-${b}-4${c}-8${d}-${e}`
}
