/** A user type that could not be put into force after a certification (onboarding §8). */
export const UPDATE_FAILED = {
  title: 'Update Failed',
  description: 'There was an error while updating your user type. Please try again from your profile.',
} as const
