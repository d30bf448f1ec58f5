// Compares what Stowage says of pictures with what exiftool says, over the files of the folder that `STOWAGE_CORPUS`
// names, and over pictures into which exiftool writes every fact: each fact of pictures and PDF files, and that no place is
// left in what a store without locations gives away. Its facts are believed in the order that `read-photo.ts` tells.
import { analyzeFile } from '@stowage/analysis'
import { corpus } from '../../benchmarks/analysis/corpus.mjs'
import { askStowage } from '../support/facts/ask-stowage.mjs'
import { compareField, exchanged, isGoodEnough } from '../support/facts/compare.mjs'
import { askExiftool, findExiftool } from '../support/facts/exiftool.mjs'
import { FIELDS } from '../support/facts/fields.mjs'
import { placesIn } from '../support/facts/places.mjs'
import { publicFiles } from '../support/facts/public-files.mjs'
import { writtenFiles } from '../support/facts/written-files.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

/** Texts of EXIF and IPTC seldom say their charset: what is right in one of these readings is right. */
const READINGS = [[], ['-charset', 'exif=latin1', '-charset', 'iptc=utf8']]
/** Of files within the file and of tags that are there twice, too: with the number of each in its name. */
const EVERY_TAG = ['-ee', '-a', '-G3:1:4']
const MOST_NAMES = 8

const report = createReport('facts: what Stowage says of pictures, against exiftool')
await report.run(async () => {
  if (!process.env.STOWAGE_CORPUS) {
    return report.skip('real files', 'STOWAGE_CORPUS names no folder')
  }
  const exiftool = findExiftool()
  if (exiftool === undefined) return report.skip('real files', 'there is no exiftool here')
  await withTemporaryDirectory(async (directory) => {
    const written = await writtenFiles(exiftool, directory)
    const files = await ask([...(await corpus()), ...written])
    await checkFields(exiftool, files.filter(hasFacts))
    await checkPlaces(exiftool, files, directory)
  })
})
// The analyzer keeps its thread.
process.exit()

async function ask(entries) {
  const { files, thrown, longest } = await askStowage(entries)
  report.check(
    'nothing is thrown',
    thrown.length === 0,
    thrown.join(', ') || `${files.length} files`,
  )
  report.note(`a file costs the main thread at most ${longest.ms.toFixed(1)} ms: ${longest.name}`)
  const fails = (file) =>
    file === entries[0].path ? Promise.reject(new Error('planted')) : analyzeFile(file)
  const planted = await askStowage(entries.slice(0, 2), fails)
  report.check('a planted error is noticed', planted.thrown.length === 1, planted.thrown.join(', '))
  return files
}

function hasFacts({ facts }) {
  return facts.type === 'image' || facts.mimeType === 'application/pdf'
}

async function checkFields(exiftool, files) {
  const paths = files.map((file) => file.path)
  const readings = await Promise.all(
    READINGS.map((options) => askExiftool(exiftool, paths, ['-G1', ...options])),
  )
  const compared = files.map(({ name, path, facts }) => ({
    name,
    embedded: facts.embedded,
    readings: readings.map((reading) => reading.get(path) ?? {}),
  }))
  for (const field of Object.keys(FIELDS)) checkField(field, compared)
}

function checkField(field, files) {
  const found = compareField(field, files)
  const { both, differ, onlyOurs, onlyTheirs } = found
  if (both.length === 0) report.skip(field, 'in no file do both speak of it')
  else {
    const agreed = `${both.length - differ.length} of ${both.length} agree`
    report.check(field, isGoodEnough(found), [agreed, ...differ.map(shown)].join('\n         '))
  }
  report.note(`only Stowage speaks: ${listed(onlyOurs)}; only exiftool: ${listed(onlyTheirs)}`)
  if (both.length > 1) {
    const planted = compareField(field, exchanged(field, files))
    const detail = `${planted.differ.length} of ${planted.both.length}`
    report.check(`${field} of other files is noticed`, !isGoodEnough(planted), detail)
  }
}

function shown({ name, ours, theirs }) {
  return `${name}: ${JSON.stringify(ours)}, exiftool ${JSON.stringify(theirs)}`
}

function listed(names) {
  if (names.length === 0) return 'none'
  const rest = names.length > MOST_NAMES ? ' …' : ''
  return `${names.length} (${names.slice(0, MOST_NAMES).join(', ')}${rest})`
}

async function checkPlaces(exiftool, files, directory) {
  const visual = files.filter(isVisual)
  const before = await linesOf(exiftool, visual, new Map(visual.map((file) => [file, file.path])))
  const placed = visual.filter((file) => before.get(file).length > 0)
  report.note(`${countOf(before)} lines of places in ${placed.length} pictures and movies`)
  for (const location of ['stored', 'served', 'keep']) {
    const paths = await publicFiles(placed, { location, directory })
    const given = placed.filter((file) => paths.get(file) !== null)
    const after = await linesOf(exiftool, given, paths)
    const left = given.filter((file) => after.get(file).length > 0)
    const detail = `${countOf(after)} in ${given.length}, ${placed.length - given.length} refused`
    if (location === 'keep') {
      report.check('places that were kept are noticed', left.length === placed.length, detail)
    } else {
      const names = left.map((file) => `${file.name}: ${after.get(file).join(', ')}`)
      const isClean = left.length === 0 && given.length > 0
      report.check(`${location}: no place is left`, isClean, [detail, ...names].join('\n         '))
    }
  }
}

/** By what Stowage takes the file for, or by what it is: it may be mistaken. */
function isVisual({ category, facts }) {
  return [category, facts.type].some((type) => type === 'image' || type === 'video')
}

/** What exiftool says of places, by file. */
async function linesOf(exiftool, files, paths) {
  const asked = files.map((file) => paths.get(file))
  const tags = await askExiftool(exiftool, asked, EVERY_TAG)
  return new Map(files.map((file) => [file, placesIn(tags.get(paths.get(file)) ?? {})]))
}

function countOf(lines) {
  return [...lines.values()].flat().length
}
