/** Makes the style sheet by script, because a strict CSP refuses styles in the markup. */
export function pickerStyle(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
:host { display: inline-block; font: inherit; color-scheme: inherit; }
:host([hidden]) { display: none; }
.list { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 8px; padding: 0; list-style: none; }
.list:empty { display: none; }
.list li {
  display: flex; align-items: center; gap: 8px; max-width: 260px; padding: 4px 4px 4px 12px;
  border: 1px solid color-mix(in srgb, currentcolor 25%, transparent); border-radius: 8px;
}
.list span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
button {
  min-height: 40px; padding: 0 16px; border: 1px solid color-mix(in srgb, currentcolor 40%, transparent);
  border-radius: 8px; background: transparent; color: inherit; font: inherit; cursor: pointer;
}
button:hover { background: color-mix(in srgb, currentcolor 8%, transparent); }
button:focus-visible { outline: 2px solid; outline-offset: 2px; }
button:disabled { opacity: 0.5; cursor: default; }
.list button { min-width: 40px; padding: 0; border: 0; }
dialog {
  width: min(1100px, calc(100vw - 32px)); height: min(760px, calc(100dvh - 32px)); max-width: none;
  max-height: none; padding: 0; border: 1px solid #8888; border-radius: 12px; overflow: hidden;
}
dialog::backdrop { background: rgb(0 0 0 / 50%); }
dialog[open] { display: flex; flex-direction: column; }
header {
  display: flex; align-items: center; justify-content: space-between; padding: 4px 4px 4px 16px;
  border-bottom: 1px solid #8884;
}
header span { font-weight: 600; }
header button { min-width: 40px; padding: 0; border: 0; }
iframe { display: block; flex: 1; min-height: 0; width: 100%; border: 0; }
@media (max-width: 767px) {
  dialog { width: 100vw; height: 100dvh; margin: 0; border: 0; border-radius: 0; }
}`)
  return sheet
}
