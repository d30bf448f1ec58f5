import { beforeEach, describe, expect, test } from 'vitest'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { formatDuration, formatLength, formatSize } from './formats.ts'
import { fr } from './fr.ts'
import { setLanguage } from './language.ts'
import type { Message } from './message.ts'
import { dayOf, monthOf } from './time.tsx'
import { t } from './words.ts'

beforeEach(() => setLanguage('en'))

describe('t', () => {
  test('uses the plural form that the number asks for', () => {
    expect(t('common.files', { count: 1 })).toBe('1 file')
    expect(t('common.files', { count: 12_345 })).toBe('12,345 files')
  })

  test('writes numbers as the language does', async () => {
    await setLanguage('de')
    expect(t('common.files', { count: 12_345 })).toBe('12.345 Dateien')
  })

  test('takes a value as it is, even if it looks like a placeholder', () => {
    expect(t('uploads.cancel', { name: '{name} $& <b>' })).toBe('Cancel {name} $& <b>')
  })
})

describe('setLanguage', () => {
  test('takes the first language that there are words for, with its region', async () => {
    await setLanguage('nl-BE', 'de-AT', 'en')
    expect(t('common.cancel')).toBe('Abbrechen')
    expect(formatSize(1_234_567)).toBe('1,2 MB')
  })

  test.each([
    ['es-MX', 'Cancelar', '2 archivos'],
    ['fr-CA', 'Annuler', '2 fichiers'],
  ])('knows %s', async (tag, cancel, files) => {
    await setLanguage(tag)
    expect([t('common.cancel'), t('common.files', { count: 2 })]).toEqual([cancel, files])
  })

  test.each(['constructor', 'xx', '', 'de-!'])('falls back to English for %j', async (tag) => {
    await setLanguage(tag)
    expect(t('common.cancel')).toBe('Cancel')
  })
})

describe.each(Object.entries({ de, es, fr }))('%s', (_, messages) => {
  test.each(Object.keys(en) as (keyof typeof en)[])('has the values of %s', (key) => {
    expect(placeholders(messages[key])).toEqual(placeholders(en[key]))
  })

  /** What the text has in every form that it may take. */
  function placeholders(message: Message): readonly string[] {
    const texts = typeof message === 'string' ? [message] : Object.values(message)
    const names = texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    return [...new Set(names)].filter((name) => name !== undefined).sort()
  }
})

describe('formats', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [1_234_567, '1.2 MB'],
    [999_960, '1 MB'],
    [48_200_000_000, '48.2 GB'],
    [123_456_000_000, '123 GB'],
    [2.5e18, '2,500 PB'],
  ])('%i bytes are %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text)
  })

  test.each([
    [0.4, '0:00'],
    [187, '3:07'],
    [3765, '1:02:45'],
  ])('a film of %d seconds has %s', (seconds, text) => {
    expect(formatLength(seconds)).toBe(text)
  })

  test.each([
    [0, '1 sec'],
    [59.2, '1 min'],
    [61, '2 min'],
    [3600, '1 hr'],
    [5000, '1 hr 24 min'],
  ])('%d seconds are left as %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text)
  })

  test('days near to today have names, others a date', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    expect([dayOf(new Date()), dayOf(daysAgo(1))]).toEqual(['today', 'yesterday'])
    await setLanguage('de')
    const day = new Date(2024, 4, 7, 23, 59)
    expect([dayOf(day), monthOf(day)]).toEqual(['Dienstag, 7. Mai 2024', 'Mai 2024'])
  })
})
