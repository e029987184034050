import type { BlogPost } from '#domain/content/blog.ts'
import { Picture } from '#app/ui/Picture.tsx'

interface BlogPictureProps {
  readonly picture: BlogPost['picture']
  readonly sizes: string
  readonly eager?: boolean
}

export function BlogPicture({ picture: { name, alt }, sizes, eager }: BlogPictureProps) {
  return (
    <Picture
      base={`/pictures/${name}`}
      widths={[800, 1600]}
      sizes={sizes}
      alt={alt}
      width={1600}
      height={733}
      eager={eager}
      className="aspect-3/2 w-full object-cover object-right"
    />
  )
}
