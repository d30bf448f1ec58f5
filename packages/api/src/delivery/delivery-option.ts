import { group, mustBe, type OptionChecks, oneOf, required } from '@stowage/core/internal'
import { type AcceleratorOptions, internalLocation, serverDirectory } from './accelerator.ts'
import { REDIRECT, type RedirectOptions } from './redirect.ts'

type Accel<Kind> = Extract<AcceleratorOptions, { readonly accel: Kind }>

const NGINX: OptionChecks<Accel<'x-accel-redirect'>> = {
  accel: required(oneOf('x-accel-redirect')),
  location: internalLocation,
}
const SENDFILE: OptionChecks<Accel<'x-sendfile'>> = {
  accel: required(oneOf('x-sendfile')),
  directory: required(serverDirectory),
}
const TO_BUCKET: OptionChecks<{ readonly redirect: RedirectOptions }> = {
  redirect: required(group<RedirectOptions>(REDIRECT)),
}

/** The `delivery` option: by a web server in front (`accel`), or by the blob store (`redirect`). */
export function deliveryOption(value: unknown, name: string): void {
  const { accel, redirect } = Object(value) as {
    readonly accel?: unknown
    readonly redirect?: unknown
  }
  if (redirect !== undefined && accel === undefined) group(TO_BUCKET)(value, name)
  else if (accel === 'x-sendfile') group(SENDFILE)(value, name)
  else if (accel === 'x-accel-redirect') group(NGINX)(value, name)
  else if (accel !== undefined) oneOf('x-accel-redirect', 'x-sendfile')(accel, `${name}.accel`)
  else
    throw mustBe(
      name,
      "{ accel: 'x-accel-redirect' }, { accel: 'x-sendfile', directory } or { redirect: {} }",
      value,
    )
}
