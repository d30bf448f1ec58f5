import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { formatNumber } from '../words/formats.ts'
import { formatWallClock } from '../words/wall-clock.ts'
import { t } from '../words/words.ts'
import { Fact } from './fact.tsx'
import { Copy } from './share/copy.tsx'

/** What the camera and the photographer wrote into the file. */
export function PhotoFacts({ asset }: { asset: Asset }): JSX.Element | null {
  const facts = asset.meta?.facts
  if (facts == null) return null
  const { taken_at, camera, lens, location, caption, copyright } = facts
  const exposure = exposureOf(facts)
  return (
    <>
      {taken_at !== null && (
        <Fact name={t('details.taken')}>
          <time dateTime={taken_at}>{formatWallClock(taken_at)}</time>
        </Fact>
      )}
      {camera !== null && <Fact name={t('details.camera')}>{camera}</Fact>}
      {lens !== null && <Fact name={t('details.lens')}>{lens}</Fact>}
      {exposure !== '' && <Fact name={t('details.exposure')}>{exposure}</Fact>}
      {location !== null && (
        <Fact name={t('details.place')}>
          {placeOf(location)}
          <Copy text={placeOf(location)} label={t('details.copyPlace')} />
        </Fact>
      )}
      {caption !== null && <Fact name={t('details.caption')}>{caption}</Fact>}
      {copyright !== null && <Fact name={t('details.copyright')}>{copyright}</Fact>}
    </>
  )
}

type Facts = NonNullable<NonNullable<Asset['meta']>['facts']>

/** `1/250 s · f/2.8 · ISO 400 · 50 mm` */
function exposureOf({ exposure, aperture, iso, focal_length }: Facts): string {
  return [
    exposure !== null && timeOf(exposure),
    aperture !== null && `f/${formatNumber(aperture)}`,
    iso !== null && `ISO ${iso}`,
    focal_length !== null && `${formatNumber(Math.round(focal_length * 10) / 10)} mm`,
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

/** Photographers write short times as fractions. */
function timeOf(seconds: number): string {
  return seconds >= 0.4 ? `${formatNumber(seconds)} s` : `1/${Math.round(1 / seconds)} s`
}

/** As maps take it, whatever the language. */
function placeOf({ latitude, longitude }: NonNullable<Facts['location']>): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}
