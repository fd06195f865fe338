const TRY_AGAIN = 'Press Try again.'
const COME_BACK = `Come back. ${TRY_AGAIN}`

/** Where nothing more is known about the browser. */
const GENERAL = ['Press the symbol beside the address.', 'Set Camera to Allow.', TRY_AGAIN]

/** On an iPhone or iPad, the device itself decides for each browser except Safari. */
const ON_IOS: readonly [RegExp, string][] = [
  [/CriOS\//, 'Chrome'],
  [/FxiOS\//, 'Firefox'],
  [/EdgiOS\//, 'Edge'],
]

/** Returns how to allow the camera again, in order, in the browser that calls itself this. */
export function stepsToAllow(userAgent: string): readonly string[] {
  const name = ON_IOS.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (name) return [`Open your device’s Settings, and find ${name} there.`, 'Switch Camera on.', COME_BACK]
  if (/Firefox\//.test(userAgent))
    return /Android/.test(userAgent)
      ? ['Press the symbol to the left of the address.', 'Press Camera, so that it is allowed.', TRY_AGAIN]
      : [
          'Press the crossed-out camera to the left of the address.',
          'Remove “Blocked” next to the camera.',
          'Press Try again, and choose Allow.',
        ]
  if (/Chrome\//.test(userAgent))
    return /Android/.test(userAgent)
      ? ['Press the symbol to the left of the address.', 'Open Permissions, and switch Camera on.', TRY_AGAIN]
      : ['Press the symbol to the left of the address.', 'Switch Camera on.', TRY_AGAIN]
  if (/Safari\//.test(userAgent))
    return /iPhone|iPad/.test(userAgent)
      ? [
          'Press aA, or the symbol beside the address.',
          'Open Website Settings, and set Camera to Allow.',
          TRY_AGAIN,
        ]
      : // An iPad calls itself a Mac, and has both.
        [
          'Open the Safari menu at the top, or press the symbol beside the address.',
          'Open the settings for this website, and set Camera to Allow.',
          TRY_AGAIN,
        ]
  return GENERAL
}

/** Returns how to allow the browser that calls itself this to use the camera, in the settings of its device. */
export function stepsToAllowBrowser(userAgent: string): readonly string[] {
  if (/Android/.test(userAgent))
    return [
      'Open your phone’s Settings, then Apps.',
      'Choose your browser, then Permissions.',
      'Choose Camera, and allow it.',
      COME_BACK,
    ]
  if (/Macintosh/.test(userAgent))
    return [
      'Open System Settings, then Privacy & Security.',
      'Choose Camera, and switch your browser on.',
      COME_BACK,
    ]
  if (/Windows/.test(userAgent))
    return [
      'Open Settings, then Privacy & security, then Camera.',
      'Switch on Camera access, Let apps access your camera, and Let desktop apps access your camera.',
      COME_BACK,
    ]
  return ['Open your device’s settings, and find Camera there.', 'Allow it for your browser.', COME_BACK]
}
