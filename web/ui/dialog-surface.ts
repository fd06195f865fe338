/** The surface of dialogs and of the panel at the bottom. */
export const DIALOG_SURFACE_CLASS =
  'max-h-[calc(100dvh-32px)] w-full animate-[rise_var(--t-3)_var(--ease)] overflow-auto border border-line bg-raised shadow-3'
