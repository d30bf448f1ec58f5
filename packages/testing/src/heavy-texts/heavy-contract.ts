import type { ContractCase } from '../contract/contract.ts'
import { heavyAssetCases } from './heavy-assets.ts'
import { heavyBodies, plainBody } from './heavy-bodies.ts'
import { type Answer, type HeavyFixture, sendTo } from './heavy-fixture.ts'
import { HEAVY_TEXTS, plainText } from './heavy-texts.ts'
import type { Meter } from './meter.ts'
import { bodyPlaces, type TextPlace, textPlaces } from './text-places.ts'

/** The names of the text places do not depend on the ids. */
const ANY_IDS = {
  ...{ assetId: '', folderId: '', keyId: '', publicFileId: '' },
  ...{ jobId: '', webhookId: '', deliveryId: '', uploadId: '' },
}

/**
 * No text from a client costs the store much more than a plain one of its size, wherever a request takes it and
 * whichever assets have it. Cases may share a fixture.
 */
export function heavyContract(meter: Meter): readonly ContractCase<HeavyFixture>[] {
  const textsOf = (bytes: number) =>
    Object.entries(HEAVY_TEXTS).map(([kind, text]) => [kind, text(bytes)] as const)
  return [
    ...textPlaces(ANY_IDS).map(({ name, bytes }, index) =>
      costCase({
        name: `${name}: takes no more time for a text that is slow to normalise, fold or escape`,
        placeIn: ({ texts }) => texts[index],
        heavy: () => textsOf(bytes),
        plain: () => plainText(bytes),
        answer: { statuses: 'no fault', length: 16 * 1024 },
        meter,
      }),
    ),
    ...bodyPlaces(ANY_IDS).map(({ name, bytes }, index) =>
      costCase({
        name: `${name}: takes no more time for a body that is slow to parse, to check or to repeat`,
        placeIn: ({ bodies }) => bodies[index],
        heavy: () => Object.entries(heavyBodies(bytes)),
        plain: () => plainBody(bytes),
        answer: { statuses: [400, 422], length: 2000 },
        meter,
      }),
    ),
    ...heavyAssetCases(meter),
  ]
}

function costCase(of: {
  readonly name: string
  placeIn(fixture: HeavyFixture): TextPlace | undefined
  heavy(): readonly (readonly [kind: string, text: string])[]
  plain(): string
  readonly answer: Answer
  readonly meter: Meter
}): ContractCase<HeavyFixture> {
  return {
    name: of.name,
    async run(fixture) {
      const place = of.placeIn(fixture)
      if (place === undefined) throw new Error('The fixture has other places.')
      const send = (text: string) => () => sendTo(fixture, place, text, of.answer)
      const plain = send(of.plain())
      for (const [kind, text] of of.heavy()) await of.meter(kind, send(text), plain)
      await fixture.assertStored()
    },
  }
}
