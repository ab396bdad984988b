import { Icon } from '../ui/icon.tsx';
import classes from './product-image.module.css';

type Props = { imageUrls: readonly string[]; isLarge?: boolean };

/** The first image of a product as a thumbnail, or a large one; a frame without one. */
export function ProductImage({ imageUrls, isLarge = false }: Props) {
  const [url] = imageUrls;
  return (
    <span className={classes.frame} data-filled={url ? '' : undefined} data-large={isLarge || undefined}>
      {url ? <img src={url} alt="" loading="lazy" /> : <Icon name="image" size={isLarge ? 24 : 16} />}
    </span>
  );
}
