declare module 'libheif-js/wasm-bundle.js' {
  /** What a failed call returns. */
  interface Failure {
    code: object
  }
  /** An object of the library. */
  interface Handle {
    readonly handle: unique symbol
    code?: undefined
  }
  interface Decoded {
    code?: undefined
    channels: { id: unknown; width: number; height: number; stride: number; data: Uint8Array }[]
  }
  const libheif: {
    heif_error_code: { heif_error_Ok: unknown }
    heif_colorspace: { heif_colorspace_RGB: unknown }
    heif_chroma: { heif_chroma_interleaved_RGB: unknown }
    heif_channel: { heif_channel_interleaved: unknown }
    heif_context_alloc(): Handle
    heif_context_read_from_memory(context: Handle, file: Uint8Array): { code: unknown }
    heif_js_context_get_primary_image_handle(context: Handle): Handle | Failure | undefined
    heif_image_handle_get_width(image: Handle): number
    heif_image_handle_get_height(image: Handle): number
    heif_js_decode_image2(
      image: Handle,
      space: unknown,
      chroma: unknown,
    ): Promise<Decoded | Failure | undefined>
  }
  export default libheif
}
