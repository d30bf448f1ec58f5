import type { ComponentChildren, JSX } from 'preact'

/** A name and what it is, in a list of facts. */
export function Fact({
  name,
  children,
}: {
  name: string
  children: ComponentChildren
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
