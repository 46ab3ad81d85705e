"""What people read: words, pictures, and how a person is asked."""
