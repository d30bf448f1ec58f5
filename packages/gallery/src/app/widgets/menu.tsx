import * as menu from '@zag-js/menu'
import { normalizeProps, useMachine } from '@zag-js/preact'
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'
import { Portal } from './portal.tsx'

export interface MenuItem {
  readonly value: string
  readonly label: string
  readonly icon?: IconName | undefined
  readonly danger?: boolean | undefined
  /** For items of which one is active: whether it is this one. */
  readonly checked?: boolean | undefined
  readonly onSelect: () => void
}

/** A button that opens a list of things to do. */
export function Menu({
  label,
  items,
  icon = 'more',
  text,
}: {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly icon?: IconName | undefined
  /** The text of the button. Without it, the button is an icon with `label` as its name. */
  readonly text?: string | undefined
}): JSX.Element {
  const service = useMachine(menu.machine, {
    id: useId(),
    'aria-label': label,
    positioning: { placement: 'bottom-end', gutter: 4 },
    onSelect: ({ value }) => items.find((item) => item.value === value)?.onSelect(),
  })
  const api = menu.connect(service, normalizeProps)
  return (
    <>
      <button
        {...api.getTriggerProps()}
        class={text === undefined ? 'icon-button' : 'button button-plain'}
        aria-label={text === undefined ? label : undefined}
        title={label}
      >
        <Icon name={icon} />
        {text !== undefined && <span>{text}</span>}
      </button>
      {api.open && (
        <Portal>
          <div {...api.getPositionerProps()} class="menu-positioner">
            <ul {...api.getContentProps()} class="menu">
              {items.map((item) => (
                <li
                  key={item.value}
                  {...api.getItemProps({ value: item.value })}
                  {...(item.checked !== undefined && {
                    role: 'menuitemradio',
                    'aria-checked': item.checked,
                  })}
                  class={item.danger ? 'menu-item menu-danger' : 'menu-item'}
                >
                  {item.icon && <Icon name={item.icon} size={18} />}
                  <span>{item.label}</span>
                  {item.checked === true && <Icon name="check" size={18} />}
                </li>
              ))}
            </ul>
          </div>
        </Portal>
      )}
    </>
  )
}
