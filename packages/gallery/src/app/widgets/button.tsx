import type { ButtonHTMLAttributes, JSX } from 'preact'
import { Icon, type IconName } from './icon.tsx'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly icon?: IconName | undefined
}

/** A button with a text. Use `primary` at most once on a screen. */
export function Button({
  kind = 'plain',
  icon,
  children,
  class: extra = '',
  ...rest
}: ButtonProps & { readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet' }): JSX.Element {
  return (
    <button type="button" {...rest} class={`button button-${kind} ${extra}`}>
      {icon && <Icon name={icon} size={18} />}
      <span>{children}</span>
    </button>
  )
}

/** A button that is only an icon. Its label is its name and its tooltip. */
export function IconButton({
  icon,
  label,
  pressed,
  class: extra = '',
  ...rest
}: Omit<ButtonProps, 'icon' | 'label'> & {
  readonly icon: IconName
  readonly label: string
  readonly pressed?: boolean | undefined
}): JSX.Element {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      {...rest}
      class={`icon-button ${extra}`}
    >
      <Icon name={icon} />
    </button>
  )
}
