/**
 * The green panel of sign-in and of administration's header. Its content uses the bar's colour tokens, which
 * have other values here.
 */
export const PANEL_CLASS =
  'bg-panel [--bar-area:var(--panel-ink-2)] [--bar-count-ink:var(--panel)] [--bar-count:var(--panel-ink)] [--bar-current:var(--panel-ink)] [--bar-hover:var(--panel-2)] [--bar-ink:var(--panel-ink)] [--bar-leaf:var(--panel-ink)] [--bar-line:var(--panel-line)] [--bar-mark:var(--panel-leaf)] [--bar-vein:var(--panel-leaf)] [--focus:var(--panel-focus)]'
