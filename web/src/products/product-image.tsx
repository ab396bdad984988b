import { Icon } from '../ui/icon.tsx';
import { ImageFrame } from '../ui/image/image-frame.tsx';

type Props = { imageUrls: readonly string[]; isLarge?: boolean };

/** The first image of a product as a thumbnail, or a large one; a frame without one. */
export function ProductImage({ imageUrls, isLarge = false }: Props) {
  const [url] = imageUrls;
  const side = isLarge ? 'var(--product-image)' : 36;
  return (
    <ImageFrame isEmpty={!url} w={side} h={side} {...(url && { bg: 'var(--raised)' })}>
      {url ? <img src={url} alt="" loading="lazy" /> : <Icon name="image" size={isLarge ? 24 : 16} />}
    </ImageFrame>
  );
}
