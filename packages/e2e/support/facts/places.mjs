/** Words of the names of tags that say where something is. */
const WORDS = new Set([
  ...['GPS', 'Geo', 'Geographic', 'Latitude', 'Longitude', 'Altitude', 'Coordinates', 'Coverage'],
  ...['Location', 'Sublocation', 'Places', 'City', 'Province', 'Country'],
])

/** Names of tags that say it, and of which no word does. */
const NAMES = /^(?:State|WorldRegion|ModelTiePoint|ModelTransform)$/

/** Names of tags that have such a word, and do not say where a picture was taken. */
const NO_PLACES = [
  // The version of the directory, which may have no other entry.
  /:GPSVersionID$/,
  // Where the light of Photoshop's layer styles comes from.
  /^Photoshop:GlobalAltitude$/,
  // Where in the picture the camera has put a frame, or the subject is.
  /:(?:BorderLocation|SubjectLocation)$/,
]

/** What exiftool says of places in a file, one line for each. A value of blanks is one that was overwritten. */
export function placesIn(tags) {
  return Object.entries(tags)
    .map(([key, value]) => ({ name: nameOf(key), value: String(value).trim() }))
    .filter(({ name, value }) => isPlace(name) && value !== '')
    .map(({ name, value }) => `${name} ${value}`)
}

/** `GPS:GPSLatitude` of `Doc1:GPS:Copy2:GPSLatitude`. */
function nameOf(key) {
  return key.replaceAll(/\b(?:Main|Doc[\d-]+|Copy\d+):/g, '')
}

function isPlace(name) {
  if (NO_PLACES.some((pattern) => pattern.test(name))) return false
  const tag = name.slice(name.lastIndexOf(':') + 1)
  const words = tag.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []
  return NAMES.test(tag) || words.some((word) => WORDS.has(word))
}
