import type { Box } from '#domain/documents/sharpness.ts'

/** A part of the screen, as `getBoundingClientRect` gives it. */
type OnScreen = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom' | 'width' | 'height'>

/** Where a frame that is drawn over a picture lies on it, in its pixels; the picture is shown whole. */
export function frameInPicture(
  frame: OnScreen,
  shown: OnScreen,
  picture: { width: number; height: number },
): Box {
  const [across, down] = [picture.width / shown.width, picture.height / shown.height]
  return {
    left: (frame.left - shown.left) * across,
    top: (frame.top - shown.top) * down,
    right: (frame.right - shown.left) * across,
    bottom: (frame.bottom - shown.top) * down,
  }
}
