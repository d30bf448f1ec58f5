import { expect, it } from 'vitest'
import { booleanField, integerField } from './structured-fields.ts'

it('reads integers that are not negative, with parameters, and ignores every other value', () => {
  for (const [header, value] of [
    ['0', 0],
    ['-0', 0],
    [' 00012 ', 12],
    ['999999999999999', 999_999_999_999_999],
    ['5;a', 5],
    ['5; a=1;b=-1.25;c="x \\"y\\"";d=token/x:y;e=:YQ==:;f=?0', 5],
  ] as const) {
    expect(integerField(header), header).toBe(value)
  }
  for (const header of [
    undefined,
    '',
    '-1',
    '+1',
    '1.0',
    '1234567890123456',
    '"1"',
    '1, 1',
    '1 2',
    '5;',
    '5;A',
    '5;a=',
    '5\t',
    '?1',
  ]) {
    expect(integerField(header), header).toBeUndefined()
  }
})

it('reads booleans, and ignores every other value', () => {
  for (const [header, value] of [
    ['?1', true],
    ['?0', false],
    [' ?1;a=?0 ', true],
  ] as const) {
    expect(booleanField(header), header).toBe(value)
  }
  for (const header of [undefined, '', '1', 'true', '?2', '?1, ?1', '??1', '?1;']) {
    expect(booleanField(header), header).toBeUndefined()
  }
})

it('refuses long hostile headers, which it reads once', () => {
  for (const tail of ['!', '"', '=']) {
    expect(integerField(`1${';a=1'.repeat(4000)}${tail}`)).toBeUndefined()
    expect(booleanField(`?1${' '.repeat(16_000)}${tail}`)).toBeUndefined()
  }
})
