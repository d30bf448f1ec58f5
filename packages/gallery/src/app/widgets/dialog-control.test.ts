import { expect, test } from 'vitest'
import { type Answer, dialogControl } from './dialog-control.ts'

test('close ends without an answer, whatever it is called with', () => {
  const ends: unknown[] = []
  const { close } = dialogControl<boolean>((value) => ends.push(value))
  const onClick: (event: Event) => void = close
  onClick(new Event('click'))
  expect(ends).toEqual([undefined])
})

test('answer takes no event, neither by its type nor when it is called', () => {
  const ends: unknown[] = []
  const { answer } = dialogControl<{ id: string }>((value) => ends.push(value))
  // @ts-expect-error: a handler of events is no function of an answer.
  const onClick: (event: Event) => void = answer
  expect(() => onClick(new Event('click'))).toThrow(TypeError)
  // @ts-expect-error: nothing that an event may be taken for can be asked for.
  const nothing: Answer<unknown> = 'yes'
  // @ts-expect-error: so neither can an event itself.
  const event: Answer<Event> = new Event('click')
  expect([ends, nothing, event.type]).toEqual([[], 'yes', 'click'])
})

test('the first end counts', () => {
  const ends: unknown[] = []
  const { close, answer } = dialogControl<boolean>((value) => ends.push(value))
  close()
  answer(true)
  expect(ends).toEqual([undefined])
})
